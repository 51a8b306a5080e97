class Order < ApplicationRecord
  has_many :items
  validates :email, presence: true

  def total
    sum = 0
    items.each do |item|
      sum += item.price * item.quantity
    end
    sum
  end
end
