"""256 short words that are told apart easily by ear, one a byte: what a key is called among people."""

from __future__ import annotations

WORDS = tuple(
    """
acorn actor alder amber anchor angle apple apron arch armor arrow aspen atlas attic autumn badge bagel
baker bamboo banjo barley basil basket beacon beard beaver bell berry birch bison bloom boat bonnet book
bottle branch brass bread brick bridge broom brush bucket butter button cabin cactus camel camera candle
canoe canyon carpet carrot castle cedar cello cherry chess chimney cider cinder circle clay clock cloud
clover coast cobalt comet copper coral corn cotton cradle crane crayon creek cricket crow crown crystal
curtain cushion daisy dance dawn deer delta desert diamond dome donkey dove dragon drum dune eagle earth
easel echo elbow elm ember engine fabric falcon feather fern fiddle field finch flame flute forest fossil
fountain fox frost galaxy garden garlic garnet gate geese ginger glacier globe glove goat granite grape
gravel guitar hammer harbor harp hazel hedge helmet heron hill honey horizon horse igloo indigo iris
island ivory ivy jacket jaguar jasmine jewel jigsaw juniper kayak kettle kitten kite ladder lagoon lake
lamp lantern lark laurel lemon lily linen lion lizard lobster lotus lunar magnet mango maple marble market
meadow melon mill mint mirror moon moss mountain mule nectar needle nest nickel nutmeg oak oasis ocean
olive onion opal orange orchid otter owl oxygen paddle palm panda paper parrot peach pearl pebble pepper
piano pigeon pillow pine planet plum pocket pond poppy prairie prism puzzle quartz quill quilt rabbit
radish raven reed ribbon river robin rocket rose ruby saddle saffron salmon satin sparrow teapot thistle
tiger tulip tunnel turtle velvet violin walnut willow zebra
""".split()  # noqa: SIM905
)
