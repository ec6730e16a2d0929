// The program of the golden debug sessions in Python, Go, C++ and Rust, with a second thread beside; its lines are marked for debugSession.ts.

export const PYTHON = `# What a customer buys, and what it costs. @nothing
import threading


class Item:
    def __init__(self, name, cents, count):
        self.name = name
        self.cents = cents
        self.count = count


def price(item):
    cents = item.cents * item.count  # @price
    return cents  # @priced


def total(items):
    sum = 0  # @begin
    for item in items:  # @each
        sum += price(item)  # @add
    return sum  # @sum


def greet(name):
    return "Hello " + name  # @greet


def refuse(limit):
    raise ValueError("more than " + str(limit))  # @thrown


def shop():
    cart = {
        "owner": {"name": "ada", "address": {"city": "Oslo", "zip": "0150"}},
        "items": [Item("apple", 30, 2), Item("pear", 45, 1), Item("plum", 25, 4)],
    }
    amount = total(cart["items"])  # @total
    print("total", amount)  # @print
    print(greet(cart["owner"]["name"]))
    try:
        refuse(len(cart["items"]))
    except ValueError as error:
        print("caught", error)
    waiting = True
    rounds = 0
    while waiting: rounds += 1  # @wait
    raise TypeError("nobody catches this")  # @uncaught


if __name__ == "__main__":
    threading.Thread(target=threading.Event().wait, name="stock", daemon=True).start()
    shop()
`;

export const GO = `// What a customer buys, and what it costs. @nothing
package main

import "fmt"

type Item struct {
	Name  string
	Cents int
	Count int
}

type Address struct {
	City string
	Zip  string
}

type Owner struct {
	Name    string
	Address Address
}

type Cart struct {
	Owner Owner
	Items []Item
}

func price(item Item) int { // @price
	cents := item.Cents * item.Count
	return cents // @priced
}

func total(items []Item) (sum int) { // @begin
	for _, item := range items { // @each
		sum += price(item) // @add
	}
	return sum // @sum
}

func greet(name string) string { // @greet
	return "Hello " + name
}

func refuse(limit int) {
	panic(fmt.Sprint("more than ", limit)) // @thrown
}

func attempt(limit int) {
	defer func() { fmt.Println("caught", recover()) }()
	refuse(limit)
}

func shop() {
	cart := Cart{
		Owner: Owner{"ada", Address{"Oslo", "0150"}},
		Items: []Item{{"apple", 30, 2}, {"pear", 45, 1}, {"plum", 25, 4}},
	}
	amount := total(cart.Items) // @total
	fmt.Println("total", amount) // @print
	fmt.Println(greet(cart.Owner.Name))
	attempt(len(cart.Items))
	waiting := true
	rounds := 0
	for waiting { rounds++ } // @wait
	panic("nobody catches this") // @uncaught
}

func stock(closed chan bool) {
	<-closed
}

func main() {
	go stock(make(chan bool))
	shop()
}
`;

export const CPP = `// What a customer buys, and what it costs. @nothing
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Item {
  std::string name;
  int cents;
  int count;
};

struct Address {
  std::string city;
  std::string zip;
};

struct Owner {
  std::string name;
  Address address;
};

struct Cart {
  Owner owner;
  std::vector<Item> items;
};

int price(const Item& item) {
  int cents = item.cents * item.count; // @price
  return cents; // @priced
}

int total(const std::vector<Item>& items) {
  int sum = 0; // @begin
  for (const auto& item : items) { // @each
    sum += price(item); // @add
  }
  return sum; // @sum
}

std::string greet(const std::string& name) {
  return "Hello " + name; // @greet
}

void refuse(int limit) {
  throw std::range_error("more than " + std::to_string(limit)); // @thrown
}

void shop() {
  volatile bool waiting = true;
  volatile long rounds = 0;
  Cart cart = {{"ada", {"Oslo", "0150"}}, {{"apple", 30, 2}, {"pear", 45, 1}, {"plum", 25, 4}}};
  int amount = total(cart.items); // @total
  printf("total %d\\n", amount); // @print
  printf("%s\\n", greet(cart.owner.name).c_str());
  try {
    refuse(3);
  } catch (const std::exception& error) {
    printf("caught %s\\n", error.what());
  }
  fflush(stdout);
  while (waiting) rounds = rounds + 1; // @wait
  throw std::logic_error("nobody catches this"); // @uncaught
}

int main() {
  std::thread([] {
    std::mutex mutex;
    std::unique_lock<std::mutex> lock(mutex);
    std::condition_variable().wait(lock, [] { return false; });
  }).detach();
  shop();
}
`;

export const RUST = `// What a customer buys, and what it costs. @nothing
use std::panic;
use std::thread;

struct Item {
    name: String,
    cents: i32,
    count: i32,
}

struct Address {
    city: String,
    zip: String,
}

struct Owner {
    name: String,
    address: Address,
}

struct Cart {
    owner: Owner,
    items: Vec<Item>,
}

fn price(item: &Item) -> i32 {
    let cents = item.cents * item.count; // @price
    cents + 0 // @priced
}

fn total(items: &[Item]) -> i32 {
    let mut sum = 0; // @begin
    for item in items { // @each
        sum += price(item); // @add
    }
    sum // @sum
}

fn greet(name: &str) -> String {
    format!("Hello {name}") // @greet
}

fn refuse(limit: usize) {
    panic!("more than {limit}"); // @thrown
}

fn item(name: &str, cents: i32, count: i32) -> Item {
    Item { name: name.to_string(), cents, count }
}

fn shop() {
    let address = Address { city: "Oslo".to_string(), zip: "0150".to_string() };
    let owner = Owner { name: "ada".to_string(), address };
    let cart = Cart { owner, items: vec![item("apple", 30, 2), item("pear", 45, 1), item("plum", 25, 4)] };
    let amount = total(&cart.items); // @total
    println!("total {amount}"); // @print
    println!("{}", greet(&cart.owner.name));
    let limit = cart.items.len();
    let caught = panic::catch_unwind(|| refuse(limit));
    println!("caught {}", caught.is_err());
    println!("{} {} {}", cart.owner.address.city, cart.owner.address.zip, cart.items[0].name);
    let mut waiting = true;
    let mut rounds: u64 = 0;
    while waiting { rounds += 1; if rounds == u64::MAX { waiting = false } } // @wait
    panic!("nobody catches this"); // @uncaught
}

fn main() {
    thread::Builder::new().name("stock".to_string()).spawn(thread::park).unwrap();
    shop();
}
`;
