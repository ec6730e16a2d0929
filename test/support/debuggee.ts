// A small program for the scripted debugger: a function, values, output, and an exception in the end.

export const PROGRAM = `
// @file main.run
function total() {
  let result = 1
  result = result + 2
  print(result)
}

let limit = 10
let cart = {"owner":"ada","items":[1,2,3]}
// Nothing here.
total()
print(limit)
throw Broken("no stock")
`;

export const LINES = { first: 2, sum: 3, print: 4, limit: 7, cart: 8, comment: 9, call: 10, printLimit: 11, throws: 12 } as const;
