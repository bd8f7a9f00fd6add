# frozen_string_literal: true

module Shop
  # Notes what happens.
  module Audit
    def self.included(base)
      base.extend(ClassMethods)
    end

    # Notes one thing.
    def note(text)
      self.class.journal << "#{label_for_audit}: #{text}"
    end

    # For the classes that keep a journal.
    module ClassMethods
      def journal
        @journal ||= []
      end
    end

    private

    def label_for_audit
      self.class.name
    end
  end
end
