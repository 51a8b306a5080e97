require 'set'
require 'json'

puts JSON
