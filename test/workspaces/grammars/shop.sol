pragma solidity ^0.8.0;
uint constant TOP = 1;
struct Free { uint a; }
error Bad(uint x);
library SafeMath { function add(uint a, uint b) internal pure returns (uint) { return a + b; } }
interface IERC20 { function totalSupply() external view returns (uint); event Sent(address a); }
abstract contract Cart is Base, IERC20 {
  uint public constant LIMIT = 10;
  mapping(address => uint) private balances;
  enum State { Open, Closed }
  struct Line { uint amount; address who; }
  event Changed(uint indexed x);
  error NotOwner();
  modifier onlyOwner() { _; }
  constructor(uint x) { }
  function total(uint a) public view virtual returns (uint) { uint local = 1; return a; }
  receive() external payable {}
  fallback() external {}
  type Price is uint128;
}
function free(uint a) pure returns (uint) { return a; }
