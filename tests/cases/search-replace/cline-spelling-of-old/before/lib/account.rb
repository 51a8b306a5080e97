class Account
  def initialize(owner)
    @owner = owner
  end

  def to_s
    "Account of #{@owner}"
  end
end
