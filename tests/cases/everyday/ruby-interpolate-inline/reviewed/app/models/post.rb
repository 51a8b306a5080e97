class Post < ApplicationRecord
  belongs_to :user

  def preview
    body[0..100]
  end
end
