package shop.cart;
import java.util.*;
@Deprecated
public abstract class Cart<T extends Item> extends Base implements Priced {
    private static final int LIMIT = 10, OTHER = 2;
    protected List<T> items = new ArrayList<>();
    public Cart(int size) { this.items = null; }
    public abstract int total();
    @Override public int price() { Runnable r = new Runnable() { public void run() {} }; return 1; }
    static class Line { int amount; class Deep { void go() {} } }
    enum State { OPEN { int code() { return 1; } }, CLOSED; int code() { return 0; } }
    interface Visitor { void visit(Cart c); default int depth() { return 0; } int MAX = 3; }
    record Point(int x, int y) { Point { } static int zero() { return 0; } }
    @interface Marker { String value() default ""; }
}
