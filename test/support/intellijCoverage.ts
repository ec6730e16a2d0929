// What IntelliJ's coverage agent 1.0.750 wrote of the two small classes below.
// They were run once under Java 17 with -javaagent:agent.jar=FILE,false,true,false,MODE,shop.* where MODE is false for branches and true for lines only.

export const WITH_BRANCHES = Buffer.from(
  'BAlzaG9wLkNhcnQOc2hvcC5DYXJ0JExpbmUJc2hvcC5NYWlu/wAMc2hvcC5HcsO2w59lAAUIdG90YWwoKUkBGgABAAAKaXNFbXB0eSgpWgEeAAAJPGluaXQ+' +
    'KClWAQMAAQAAGXNpemUoSSlMamF2YS9sYW5nL1N0cmluZzsEDwABAAEAAgEBAgARAAEAABMAABUAAAhhZGQoSUkpVgMHAAECAQABAAAIAAEAAAoAAAECCHBy' +
    'aWNlKClJASMAAAk8aW5pdD4oKVYBIQAAAgIabWFpbihbTGphdmEvbGFuZy9TdHJpbmc7KVYDBQABAAAGAAEBAQEABwABAAAJPGluaXQ+KClWAQMAAAMCCXR3' +
    'aWNlKEkpSQEqAAEAAAk8aW5pdD4oKVYBKAAAAQACARkAAAAAAAAAAAAAAgAAAQAAAAADAAD/////HwQKAAEGc2hvcC4qAAA=',
  'base64',
);
export const LINES_ONLY = Buffer.from(
  'BAlzaG9wLkNhcnQOc2hvcC5DYXJ0JExpbmUJc2hvcC5NYWlu/wAMc2hvcC5HcsO2w59lAAUIdG90YWwoKUkBGgABAAAKaXNFbXB0eSgpWgEeAAAJPGluaXQ+' +
    'KClWAQMAAQAAGXNpemUoSSlMamF2YS9sYW5nL1N0cmluZzsEDwABAAARAAEAABMAABUAAAhhZGQoSUkpVgMHAAEAAAgAAQAACgAAAQIIcHJpY2UoKUkBIwAA' +
    'CTxpbml0PigpVgEhAAACAhptYWluKFtMamF2YS9sYW5nL1N0cmluZzspVgMFAAEAAAYAAQAABwABAAAJPGluaXQ+KClWAQMAAAMCCXR3aWNlKEkpSQEqAAEA' +
    'AAk8aW5pdD4oKVYBKAAAAQABBAoAAQZzaG9wLioAAA==',
  'base64',
);

export const MEASURED_SOURCES = {
  'src/shop/Cart.java': `package shop;

public class Cart {
  private int total;

  public void add(int price, int count) {
    if (count > 0 && price > 0) {
      total += price * count;
    } else {
      throw new IllegalArgumentException("nothing to add");
    }
  }

  public String size(int kind) {
    switch (kind) {
      case 1:
        return "small";
      case 2:
        return "large";
      default:
        return "other";
    }
  }

  public int total() {
    return total;
  }

  public boolean isEmpty() {
    return total == 0;
  }

  static class Line {
    int price() {
      return 1;
    }
  }
}

class Größe {
  static int twice(int value) {
    return value * 2;
  }
}
`,
  'src/shop/Main.java': `package shop;

public class Main {
  public static void main(String[] arguments) {
    Cart cart = new Cart();
    for (int at = 0; at < 3; at++) cart.add(at + 1, 2);
    System.out.println(cart.size(1) + cart.total() + Größe.twice(2));
  }
}
`,
} as const;
