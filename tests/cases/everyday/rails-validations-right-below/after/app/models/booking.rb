class Booking < ApplicationRecord
  belongs_to :room
  belongs_to :guest, class_name: "User"

  validates :starts_on, :ends_on, presence: true

  scope :upcoming, -> { where("starts_on >= ?", Date.current) }
  scope :for_room, ->(room) { where(room: room) }

  def nights
    (ends_on - starts_on).to_i
  end

  def total_price
    nights * room.price_per_night
  end

  private

  def notify_guest
    BookingMailer.confirmation(self).deliver_later
  end
end
