"""Charts of a comparison: plain data first (`chart`, `charts`), then SVG, Plotly or text over it."""
