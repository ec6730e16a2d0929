package shop
import "fmt"
const Limit = 10
const ( A = iota; B )
var count, other int
type Cart[T any] struct { Items []T; size int; Base; *Other; inner struct { X int } }
type Priced interface { Price() int; fmt.Stringer }
type Id = int64
type Kind int
type Fn func(int) int
func Total(a int) int { local := 1; f := func() {}; return local }
func (c *Cart[T]) Add(x T) {}
func (Kind) String() string { return "" }
var handler = func() {}
