"""How many people there are, with noise that is claimed to keep epsilon 1."""
import random

EPSILON = 1


def count(people):
    # One person more moves the count by 1, so that Laplace noise of scale 1 / EPSILON suffices.
    noise = random.expovariate(EPSILON) - random.expovariate(EPSILON)
    return people + int(noise)  # a count is a whole number
