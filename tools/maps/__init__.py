"""How the boards of the browser are drawn: outlines, lakes, regions and lettering around our own cities."""
