// A small workspace of two Go modules with the tricky cases of the language, as text.

export const goProject: Readonly<Record<string, string>> = {
  'go.work': 'go 1.21\n\nuse (\n\t./shop\n\t./till\n)\n',
  'shop/go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'shop/cart/cart.go': `// Package cart holds what is bought.
package cart

import "fmt"

// Priced is what can be paid for.
type Priced interface {
	Price() int
}

// Tagged embeds Priced.
type Tagged interface {
	Priced
	fmt.Stringer
}

// Item is one thing.
type Item struct {
	Cents int
	name  string
}

func (i Item) Price() int { return i.Cents }

func (i *Item) String() string { return i.name }

// Gift embeds Item, and so has its methods.
type Gift struct {
	*Item
	Ribbon Color
}

// Price of a gift is that of its item and its ribbon.
func (g Gift) Price() int { return g.Item.Price() + 1 }

type Color int

const (
	Red Color = iota
	Blue
)

// Named is an alias.
type Named = Tagged

// Total adds everything up.
func Total[T Priced](items ...T) (sum int) {
	for _, item := range items {
		sum += item.Price()
	}
	return sum
}

type List[T any] struct{ items []T }

func (l *List[T]) Add(item T) { l.items = append(l.items, item) }

func init() { register(Red) }

func register(color Color) { fmt.Println(color) }
`,
  'shop/cart/cart_test.go': `package cart

import "testing"

type fake struct{}

func (fake) Price() int { return 7 }

func TestTotal(t *testing.T) {
	if Total(fake{}) != 7 {
		t.Fatal("wrong")
	}
}
`,
  'shop/cart/external_test.go': `package cart_test

import (
	"testing"

	"example.com/shop/cart"
)

func TestFromOutside(t *testing.T) {
	_ = cart.Total(cart.Item{Cents: 1})
}
`,
  'shop/cart/clock_linux.go': 'package cart\n\nfunc clock() string { return "linux" }\n',
  'shop/cart/clock_windows.go': 'package cart\n\nfunc clock() string { return "windows" }\n',
  'shop/cart/debug.go': '//go:build debug\n\npackage cart\n\nfunc trace() int { return Total(Item{}) }\n',
  'till/go.mod': 'module example.com/till\n\ngo 1.21\n\nrequire example.com/shop v0.0.0\n',
  'till/main.go': `package main

import (
	"fmt"

	basket "example.com/shop/cart"
)

type till struct{ list basket.List[basket.Priced] }

func (t *till) pay(priced basket.Priced) int {
	t.list.Add(priced)
	return priced.Price()
}

func main() {
	gift := basket.Gift{Item: &basket.Item{Cents: 2}, Ribbon: basket.Blue}
	var tagged basket.Named = gift
	pay := (&till{}).pay
	fmt.Println(pay(tagged), basket.Total(gift, gift), gift.Cents)
	go func() { defer fmt.Println("done") }()
	var wrong int = "text"
	_ = wrong
}
`,
};
