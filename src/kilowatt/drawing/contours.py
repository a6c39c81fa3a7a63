"""Lines of equal height on a grid (marching squares)."""

from kilowatt.drawing.geometry import Point

Edge = tuple[int, int, int]  # row and column of a node; 0 for the edge to its right, 1 for the one below

# Which edges of a square (top, right, bottom, left: 0 to 3) the line joins, by the sum of the corners above the level:
# 1 top left, 2 top right, 4 bottom right, 8 bottom left. The high ground is on the same side of all, so lines connect.
_PAIRS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 3: ((1, 3),), 4: ((2, 1),), 5: ((0, 3), (2, 1)), 6: ((2, 0),), 7: ((2, 3),),
    8: ((3, 2),), 9: ((0, 2),), 10: ((1, 0), (3, 2)), 11: ((1, 2),), 12: ((3, 1),), 13: ((0, 1),), 14: ((3, 0),),
}  # fmt: skip


def contours(heights: list[list[float]], level: float, step: float) -> list[list[Point]]:
    """Return closed rings around the area above a level; nodes are ``step`` apart, and the outermost count as low."""
    rows, columns = len(heights), len(heights[0])

    def height(row: int, column: int) -> float:
        inside = 0 < row < rows - 1 and 0 < column < columns - 1
        return heights[row][column] - level if inside else min(-1e-6, heights[row][column] - level)

    def point(edge: Edge) -> Point:
        row, column, down = edge
        here, there = height(row, column), height(row + down, column + 1 - down)
        share = here / (here - there)
        return (column + share * (1 - down)) * step, (row + share * down) * step

    is_high = [[height(row, column) > 0 for column in range(columns)] for row in range(rows)]
    following: dict[Edge, Edge] = {}
    for row in range(rows - 1):
        above, below = is_high[row], is_high[row + 1]
        for column in range(columns - 1):
            case = above[column] + 2 * above[column + 1] + 4 * below[column + 1] + 8 * below[column]
            if case not in (0, 15):
                edges = ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))
                for start, end in _PAIRS[case]:
                    following[edges[start]] = edges[end]
    rings = []
    while following:
        first, edge = following.popitem()
        ring = [point(first)]
        while edge != first:
            ring.append(point(edge))
            edge = following.pop(edge)
        rings.append(ring)
    return rings
