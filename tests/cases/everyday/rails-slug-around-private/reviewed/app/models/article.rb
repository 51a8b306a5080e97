class Article < ApplicationRecord
  belongs_to :author, class_name: "User"
  has_many :comments, dependent: :destroy

  validates :title, presence: true
  validates :body, presence: true, length: { minimum: 20 }
  validates :slug, uniqueness: true, allow_nil: true

  scope :published, -> { where.not(published_at: nil) }
  scope :recent, -> { order(created_at: :desc) }

  before_save :normalize_title
  before_save :set_slug

  def published?
    published_at.present?
  end

  def summary
    body.truncate(140)
  end

  def to_param
    slug || super
  end

  private

  def set_slug
    self.slug = title.parameterize
  end

  def normalize_title
    self.title = title.strip
  end
end
