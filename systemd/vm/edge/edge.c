// Waits with libgpiod for the buttons of a box, three to a pod, and sets a light when one is
// pressed: another line, or that of the pod on a strip of four APA102 on an SPI port, as the
// drivers of the box do. Prints when it knew of the press and when the light was set, in
// nanoseconds of the monotonic clock, and "up" when a button is let go.
//     edge CHIP LIGHT BUTTON...
// LIGHT is the offset of a line, or the file of a port such as /dev/spidev0.0.
#include <fcntl.h>
#include <gpiod.h>
#include <linux/spi/spidev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

enum { LEAD = 8, LIGHTS = 4, TAIL = 5, BUTTONS = 3 };

static int lit[LIGHTS];

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// set_strip makes the lights that are lit green.
static int set_strip(int port)
{
	unsigned char data[LEAD + 4 * LIGHTS + TAIL] = {0};
	struct spi_ioc_transfer transfer = {
		.tx_buf = (unsigned long)data, .len = sizeof(data), .speed_hz = 4000000, .bits_per_word = 8,
	};

	for (int i = 0; i < LIGHTS; i++) {
		data[LEAD + 4 * i] = lit[i] ? 0xFF : 0xE1;
		data[LEAD + 4 * i + 2] = lit[i] ? 0xFF : 0;
	}
	return ioctl(port, SPI_IOC_MESSAGE(1), &transfer) < 0;
}

int main(int argc, char **argv)
{
	struct gpiod_chip *chip = argc > 3 ? gpiod_chip_open(argv[1]) : NULL;
	int port = chip && strchr(argv[2], '/') ? open(argv[2], O_RDWR) : -1;
	struct gpiod_line *light = chip && port < 0 ? gpiod_chip_get_line(chip, atoi(argv[2])) : NULL;
	struct gpiod_line_bulk buttons, ready;
	struct gpiod_line_event event;
	unsigned int offsets[GPIOD_LINE_BULK_MAX_LINES];
	int n = argc - 3;

	for (int i = 0; i < n; i++)
		offsets[i] = atoi(argv[3 + i]);
	if ((port < 0 && !light) || gpiod_chip_get_lines(chip, offsets, n, &buttons) ||
	    gpiod_line_request_bulk_both_edges_events_flags(&buttons, "edge", GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP) ||
	    (light && gpiod_line_request_output(light, "edge", 0)) || (port >= 0 && set_strip(port))) {
		perror("edge");
		return 1;
	}
	while (gpiod_line_event_wait_bulk(&buttons, NULL, &ready) == 1) {
		for (unsigned int k = 0; k < gpiod_line_bulk_num_lines(&ready); k++) {
			struct gpiod_line *button = gpiod_line_bulk_get_line(&ready, k);
			long long known;
			int pod = 0;

			if (gpiod_line_event_read(button, &event))
				goto failed;
			if (event.event_type != GPIOD_LINE_EVENT_FALLING_EDGE) {
				puts("up");
				fflush(stdout);
				continue;
			}
			known = now();
			while (offsets[BUTTONS * pod] != gpiod_line_offset(button) &&
			       offsets[BUTTONS * pod + 1] != gpiod_line_offset(button) &&
			       offsets[BUTTONS * pod + 2] != gpiod_line_offset(button))
				pod++;
			lit[pod] = !lit[pod];
			if (light ? gpiod_line_set_value(light, lit[pod]) : set_strip(port))
				goto failed;
			printf("%lld %lld\n", known, now());
			fflush(stdout);
		}
	}
failed:
	perror("edge");
	return 1;
}
