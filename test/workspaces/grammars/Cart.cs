using System;
namespace Shop.Carts {
  public abstract class Cart<T> : Base, IPriced where T : class {
    private const int Limit = 10, Other = 2;
    public event EventHandler Changed;
    public string Name { get; set; } = "";
    public int Total => 1;
    public T this[int i] => default;
    public Cart(int size) : base() { }
    ~Cart() { }
    public static int operator +(Cart<T> a, int b) => 1;
    public abstract int Price();
    int IPriced.Price2() { int Local(int x) => x; return Local(1); }
    public delegate void Handler(int x);
    class Line { struct Deep { int x; } }
    enum State { Open = 1, Closed }
  }
  public interface IPriced { int Price(); string Name { get; } }
  public record Amount(int Cents, string Currency) { public int Euros => Cents / 100; }
  public record struct Pair(int A);
  public static class Extensions { public static int Twice(this int x) => x * 2; }
}
namespace Other;
file class Hidden {}
