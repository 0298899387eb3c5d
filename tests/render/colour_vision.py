"""How colours look to people with a colour-vision deficiency, and how far apart they are.

Simulation: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", 2009, table 1 at severity 1.0, on linear light. Distance:
CIE 1976 L*a*b* under D65, in which about 2.3 is just noticeable.
"""

from math import dist

from render.theme import RGB

_NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_GREY = ((0.2126, 0.7152, 0.0722),) * 3
VISIONS = {
    "normal": _NORMAL,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": _GREY,
}

Triple = tuple[float, float, float]


def seen(colour: RGB, vision: str) -> Triple:
    """Return the colour in linear light, from 0 to 1, as that vision sees it."""
    light = [_linear(part / 255) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True))))
        for row in VISIONS[vision]
    )
    return red, green, blue


def distance(first: RGB, second: RGB, vision: str) -> float:
    """Return how far apart two colours look to that vision."""
    return dist(_lab(seen(first, vision)), _lab(seen(second, vision)))


def contrast(first: RGB, second: RGB, vision: str = "normal") -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21, as that vision sees the colours."""
    dark, light = sorted(_luminance(seen(colour, vision)) for colour in (first, second))
    return (light + 0.05) / (dark + 0.05)


def _luminance(light: Triple) -> float:
    return sum(weight * part for weight, part in zip(_GREY[0], light, strict=True))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _lab(light: Triple) -> Triple:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
