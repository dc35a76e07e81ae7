// Waits with libgpiod for a button to be pressed and sets a light: another line, or four APA102
// on an SPI port, as the drivers of the box do. Prints when it knew of the press and when the
// light was set, in nanoseconds of the monotonic clock.    edge CHIP BUTTON LIGHT
// LIGHT is the offset of a line, or the file of a port such as /dev/spidev0.0.
#include <fcntl.h>
#include <gpiod.h>
#include <linux/spi/spidev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

enum { LEAD = 8, LIGHTS = 4, TAIL = 5 };

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// set_strip makes the first light green, or all dark.
static int set_strip(int port, int lit)
{
	unsigned char data[LEAD + 4 * LIGHTS + TAIL] = {0};
	struct spi_ioc_transfer transfer = {
		.tx_buf = (unsigned long)data, .len = sizeof(data), .speed_hz = 4000000, .bits_per_word = 8,
	};

	for (int i = 0; i < LIGHTS; i++)
		data[LEAD + 4 * i] = 0xE1;
	if (lit) {
		data[LEAD] = 0xFF;
		data[LEAD + 2] = 0xFF;
	}
	return ioctl(port, SPI_IOC_MESSAGE(1), &transfer) < 0;
}

int main(int argc, char **argv)
{
	struct gpiod_chip *chip = argc == 4 ? gpiod_chip_open(argv[1]) : NULL;
	struct gpiod_line *button = chip ? gpiod_chip_get_line(chip, atoi(argv[2])) : NULL;
	int port = button && strchr(argv[3], '/') ? open(argv[3], O_RDWR) : -1;
	struct gpiod_line *light = button && port < 0 ? gpiod_chip_get_line(chip, atoi(argv[3])) : NULL;
	struct gpiod_line_event event;
	int lit = 0;

	if (!button || (port < 0 && !light) ||
	    gpiod_line_request_falling_edge_events_flags(button, "edge", GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP) ||
	    (light && gpiod_line_request_output(light, "edge", lit)) ||
	    (port >= 0 && set_strip(port, lit))) {
		perror("edge");
		return 1;
	}
	while (gpiod_line_event_wait(button, NULL) == 1 && !gpiod_line_event_read(button, &event)) {
		long long known = now();

		lit = !lit;
		if (light ? gpiod_line_set_value(light, lit) : set_strip(port, lit))
			break;
		printf("%lld %lld\n", known, now());
		fflush(stdout);
	}
	perror("edge");
	return 1;
}
