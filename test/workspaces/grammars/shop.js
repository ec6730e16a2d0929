export class Cart extends Base {
  static limit = 10; #secret = 1;
  constructor(size) { super(); }
  get total() { return 1; }
  arrow = () => 1;
}
export function total(a) { function inner() {} }
export const handler = async (x) => x, other = 2;
exports.shout = function (x) {};
module.exports.calm = () => 1;
Cart.prototype.old = function () {};
var count = 0;
