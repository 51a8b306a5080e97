require "bigdecimal"

class Cart
  attr_reader :items

  def initialize
    @items = []
  end

  def add(item)
    @items << item
  end

  def total
    @items.sum { |item| item.price * item.quantity }
  end

  def empty?
    @items.empty?
  end
end
