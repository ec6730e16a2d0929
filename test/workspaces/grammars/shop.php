<?php
namespace Shop\Carts;
use Foo\Bar;
const LIMIT = 10;
define('OLD', 1);
function total(int $a): int { return $a; }
abstract class Cart extends Base implements Priced {
  use Logs;
  public const MAX = 1, MIN = 2;
  private array $items = [], $other;
  public static ?int $count = 0;
  public function __construct(private readonly int $size, int $plain) { function innerOne() {} }
  abstract public function price(): int;
  public static function make(): static { return new class { public function hidden() {} }; }
}
interface Priced { const A = 1; public function price(): int; }
trait Logs { protected function log() {} }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; public function label(): string { return ''; } }
$f = function () {};
