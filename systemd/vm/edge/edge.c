// Waits with libgpiod for a button to be pressed and sets a light, which is another line.
// Prints when it knew of the press and when the light was set, in nanoseconds of the monotonic
// clock.    edge CHIP BUTTON LIGHT
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv)
{
	struct gpiod_chip *chip = argc == 4 ? gpiod_chip_open(argv[1]) : NULL;
	struct gpiod_line *button = chip ? gpiod_chip_get_line(chip, atoi(argv[2])) : NULL;
	struct gpiod_line *light = chip ? gpiod_chip_get_line(chip, atoi(argv[3])) : NULL;
	struct gpiod_line_event event;
	int lit = 0;

	if (!button || !light ||
	    gpiod_line_request_falling_edge_events_flags(button, "edge", GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP) ||
	    gpiod_line_request_output(light, "edge", lit)) {
		perror("edge");
		return 1;
	}
	while (gpiod_line_event_wait(button, NULL) == 1 && !gpiod_line_event_read(button, &event)) {
		long long known = now();

		lit = !lit;
		gpiod_line_set_value(light, lit);
		printf("%lld %lld\n", known, now());
		fflush(stdout);
	}
	perror("edge");
	return 1;
}
