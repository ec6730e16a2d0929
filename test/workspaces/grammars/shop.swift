import Foundation
public protocol Priced: AnyObject { associatedtype Unit; var price: Int { get }; func discounted(by x: Int) -> Int; static func make() -> Self; init(x: Int) }
open class Cart<T>: Base, Priced {
  static let limit = 10
  private var items: [T] = [], other = 2
  var price: Int { return 1 }
  lazy var lazyOne: Int = { 1 }()
  init(size: Int) { let local = 1 }
  convenience init?(text: String) { nil }
  deinit { }
  func total(of x: Int, _ y: Int) -> Int { func inner() {}; return x }
  subscript(i: Int) -> T { items[i] }
  struct Line { let amount: Int; enum Kind: String { case a, b = "x"; case c(Int) } }
  class func make() -> Self { fatalError() }
}
extension Cart where T == Int { func sum() -> Int { 1 } }
extension String: Priced { var shout: String { self } }
indirect enum Tree { case leaf(Int); case node(Tree, Tree); func depth() -> Int { 1 } }
struct Point { var x = 0; mutating func move() {} }
actor Bank { func pay() async throws {} }
typealias Id = Int
func top(a: Int) {}
let global = 1
prefix operator +++
