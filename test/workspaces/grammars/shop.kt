package shop
import x.y
const val LIMIT = 10
typealias Id = Long
fun total(a: Int): Int = a
fun String.shout(times: Int): String = this
fun <T> List<T>.second(): T = this[1]
val String.last: Char get() = this[0]
data class Amount(val cents: Long, var currency: String, plain: Int) {
    val euros: Long get() = cents / 100
    var count: Int = 0
    constructor(x: Int) : this(x.toLong(), "EUR", 1)
    fun add(other: Amount): Amount { fun inner() {} ; val local = 1; return this }
    companion object { const val ZERO = 0; fun of(x: Int) = 1 }
    companion object Factory { fun make() = 1 }
    inner class Line { fun go() {} }
}
sealed interface Shape { fun area(): Double }
object Registry {
    fun register() {}
}

private object Hidden : Base() {
    val x = 1
}
enum class State(val code: Int) { OPEN(1) { override fun go() {} }, CLOSED(2); abstract fun go() }
interface Priced { val price: Int }
annotation class Marker
abstract class Base<T> : Shape { abstract fun x() }
operator fun Amount.plus(o: Amount) = this
