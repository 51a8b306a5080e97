# frozen_string_literal: true

require "json"
require "time"

module Mailer
  class Error < StandardError; end

  Message = Struct.new(:to, :subject, :body, keyword_init: true)

  class Outbox
    attr_reader :messages, :folder

    LIMITS = { "size" => 20, "tries" => 3, "pause" => 1.5 }.freeze

    def initialize(folder, limits: LIMITS, clock: Time)
      @folder = folder
      @limits = limits
      @clock = clock
      @messages = []
      @failed = Hash.new { |hash, key| hash[key] = [] }
    end

    def add(to, subject, body = "")
      raise Error, "no address" if to.nil? || to.empty?

      if @messages.size >= @limits["size"]
        flush("full", 0)
      end
      message = Message.new(to: to, subject: subject, body: body)
      @messages << message
      message
    end

    def flush(reason, tries = 1)
      while (message = @messages.shift)
        begin
          deliver(message, ["now", reason])
        rescue Error => e
          @failed[message.to] << [e.message, tries]
          retry_later(message, tries + 1) unless tries > @limits["tries"]
        end
      end
      @failed.size
    end

    def each_failed
      return enum_for(:each_failed) unless block_given?

      @failed.each do |address, reasons|
        reasons.each do |text, tries|
          yield address, text, tries
        end
      end
    end

    def summary(kind)
      case kind
      when "short"
        "#{@messages.size} waiting"
      when "long"
        lines = @messages.map { |message| "#{message.to}: #{message.subject}" }
        lines.join("\n")
      else
        ""
      end
    end

    private

    def deliver(message, tags)
      path = File.join(@folder, "#{message.to}.json")
      unless Dir.exist?(@folder)
        raise Error, "no folder"
      end
      data = { "to" => message.to, "subject" => message.subject, "tags" => tags, "at" => @clock.now.iso8601 }
      File.write(path, JSON.generate(data), mode: "a")
    end

    def retry_later(message, tries)
      sleep(@limits["pause"] * tries)
      @messages.push(message)
    end
  end

  def self.open(folder, size: 20)
    outbox = Outbox.new(folder, limits: { "size" => size, "tries" => 3, "pause" => 0.1 })
    yield outbox if block_given?
    outbox.flush("closed", 1)
    outbox
  end
end
