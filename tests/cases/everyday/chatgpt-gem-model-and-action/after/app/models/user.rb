class User < ApplicationRecord
  has_secure_password

  has_many :posts, dependent: :destroy

  before_validation :normalize_email

  validates :email,
            presence: true,
            uniqueness: { case_sensitive: false },
            "valid_email_2/email": true

  def display_name
    name.presence || email
  end

  private

  def normalize_email
    self.email = email.to_s.strip.downcase
  end
end
