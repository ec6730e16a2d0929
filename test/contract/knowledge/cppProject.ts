// A small project with the tricky cases of C and C++, as text; where its compilation database lies is the test's choice.

export const cppProject: Readonly<Record<string, string>> = {
  'include/shape.hpp': `#pragma once
#include "config.h"
namespace geo {
/// Something with an area.
class Shape {
public:
  virtual ~Shape() = default;
  /// In square metres.
  virtual double area() const = 0;
  double scaled(double factor) const;
  double scaled(int percent) const;
};
class Square : public Shape {
public:
  explicit Square(double side) : side_(side) {}
  double area() const override;

private:
  double side_;
};
class Tile final : public Square {
public:
  using Square::Square;
  double area() const override { return Square::area() * GAP; }
};
namespace detail {
enum class Unit { Metre, Inch };
}
using Length = detail::Unit;
} // namespace geo
namespace g = geo;
`,
  'include/box.hpp': `#pragma once
template <typename T>
class Box {
public:
  explicit Box(T value) : value_(value) {}
  T get() const { return value_; }

private:
  T value_;
};
template <>
class Box<bool> {
public:
  bool get() const { return true; }
};
template <typename T, typename U>
auto larger(const T &one, const U &other) { return one < other ? other : one; }
template <>
inline auto larger(const int &one, const int &other) { return one < other ? other : one; }
`,
  'include/config.h':
    '#ifndef CONFIG_H\n#define CONFIG_H\n#define GAP 2\n#define TWICE(x) ((x) * GAP)\n#ifdef __cplusplus\nextern "C" {\n#endif\nint checksum(const char *text);\n#ifdef __cplusplus\n}\n#endif\n#endif\n',
  'src/shape.cpp': `#include "shape.hpp"
namespace geo {
double Square::area() const { return side_ * side_; }
double Shape::scaled(double factor) const { return area() * factor; }
double Shape::scaled(int percent) const { return scaled(percent / 100.0); }
} // namespace geo
`,
  'src/checksum.c':
    '#include "config.h"\n\nstatic int weigh(char letter) { return TWICE(letter); }\n\nint checksum(const char *text) {\n  int sum = 0;\n  for (; *text; text++) sum += weigh(*text);\n  return sum;\n}\n',
  'src/main.cpp': `#include "box.hpp"
#include "shape.hpp"
static double total(const geo::Shape &one, const geo::Shape &other) { return one.area() + other.area(); }
int main() {
  g::Square square(2);
  geo::Tile tile(3);
  Box<int> box(1);
  Box<bool> flag;
  geo::Length unit = geo::Length::Metre;
  auto lambda = [&](double by) { return square.scaled(by); };
  square.scaled(50);
  int wrong = "text";
  return larger(box.get(), TWICE(checksum("x"))) + flag.get() + (int)total(square, tile) + (int)lambda(1) + (int)unit + wrong;
}
`,
};
