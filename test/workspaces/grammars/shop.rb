module Shop
  LIMIT = 10
  class Cart < Base
    MAX = 1
    attr_accessor :items, :name
    attr_reader :size
    include Comparable
    def initialize(size); @size = size; end
    def total = 1
    def self.make; end
    def <=>(other); end
    def empty?; true; end
    def name=(v); end
    class << self
      def build; end
    end
    class Line; def go; end; end
    alias_method :sum, :total
    define_method(:dyn) { 1 }
    private
    def hidden; end
    Point = Struct.new(:x, :y) do
      def dist; end
    end
  end
  module Inner; end
end
class Shop::Other < Shop::Cart; end
def top; end
