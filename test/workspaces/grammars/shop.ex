defmodule Shop.Cart do
  @moduledoc "x"
  @limit 10
  use GenServer
  defstruct [:items, size: 0]
  @type t :: %__MODULE__{}
  @callback price(t) :: integer
  def total(cart), do: cart
  def total(cart, extra) when extra > 0 do
    helper(cart)
  end
  defp helper(cart) do
    cart
  end
  defmacro shout(x) do
    x
  end
  defguard is_big(x) when x > 10
  defdelegate size(x), to: Enum
  def zero, do: 0
  defmodule Line do
    def go(), do: :ok
  end
end
defprotocol Priced do
  def price(x)
end
defimpl Priced, for: Shop.Cart do
  def price(_), do: 1
end
defmodule CartTest do
  test "adds" do
    assert true
  end
end
