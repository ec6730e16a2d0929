package shop.cart
import x.y
package object util { def help = 1 }
trait Priced[T] { def price: Int; type Unit; val x: Int = 1 }
abstract class Cart[T](val size: Int, private var n: Int) extends Base with Priced[T] {
  val limit = 10
  var count: Int = 0
  lazy val slow = 1
  def this(x: String) = this(1, 2)
  def total(a: Int): Int = { def inner = 1; val local = 2; a }
  class Line { def go(): Unit = () }
  object Nested { val z = 1 }
  type Id = Long
  implicit def conv(x: Int): String = ""
  val (p, q) = (1, 2)
}
case class Amount(cents: Long, currency: String)
object Cart { def apply(): Cart[Int] = ??? }
sealed trait Shape
case object Circle extends Shape
enum Color { case Red, Green; case Custom(x: Int) }
given ord: Ordering[Int] = ???
extension (s: String) def shout: String = s
