class Article < ApplicationRecord
  belongs_to :author, class_name: "User"
  has_many :comments, dependent: :destroy

  validates :title, presence: true
  validates :body, presence: true, length: { minimum: 20 }

  scope :published, -> { where.not(published_at: nil) }
  scope :recent, -> { order(created_at: :desc) }

  before_save :normalize_title

  def published?
    published_at.present?
  end

  def summary
    body.truncate(140)
  end

  private

  def normalize_title
    self.title = title.strip
  end
end
