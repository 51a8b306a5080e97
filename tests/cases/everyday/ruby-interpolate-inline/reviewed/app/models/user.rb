class User < ApplicationRecord
  has_many :posts

  validates :email, presence: true

  def full_name
    "#{first_name} #{last_name}".strip
  end
end
