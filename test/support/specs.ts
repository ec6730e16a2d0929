// Tests for the scripted runner: what comes of each stands in its line.

export const SPECS = `
// @file a.spec
suite cart
pass adds
fail sums: expected 3 but got 4
skip later
// @file b.spec
error breaks: no database
pass works
`;
