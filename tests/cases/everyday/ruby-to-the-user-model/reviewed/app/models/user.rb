class User < ApplicationRecord
  has_many :posts

  validates :email, presence: true, uniqueness: true
  scope :recent, -> { order(created_at: :desc) }

  def full_name
    first_name + " " + last_name
  end
end
