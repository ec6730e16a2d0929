#include <vector>
namespace shop { namespace inner { void deep(); } 
template <typename T> class Cart : public Base<T> {
 public:
  Cart(int size) : size_(size) {}
  explicit Cart();
  virtual ~Cart() = default;
  virtual int total() const = 0;
  int price() const override { return 1; }
  static Cart make();
  Cart &operator+=(const Cart &o);
  operator bool() const { return true; }
  friend void swap(Cart &a, Cart &b);
  template <class U> void add(U &&u) {}
  using value_type = T;
  struct Line { int amount; };
  enum class State : int { Open, Closed };
 private:
  int size_ = 0, other_;
  static constexpr int kLimit = 10;
};
}
template <typename T> int shop::Cart<T>::total() const { return 1; }
namespace a::b { int x; }
using Id = long;
typedef std::vector<int> Ints;
constexpr int LIMIT = 1;
int *find(int a) { auto f = [](int x) { return x; }; return nullptr; }
template <typename T> concept Addable = requires(T a) { a + a; };
extern "C" { int c_func(int); }
auto main() -> int { return 0; }
void Foo::bar() {}
