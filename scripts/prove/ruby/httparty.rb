# The part of HTTParty that the programs of cases use, over Net::HTTP: the proof needs no package of Ruby.
require 'json'
require 'net/http'

module HTTParty
  Response = Struct.new(:code, :body) do
    def success?
      code < 400
    end

    def parsed_response
      JSON.parse(body)
    end

    def [](name)
      parsed_response[name]
    end

    def dig(*names)
      parsed_response.dig(*names)
    end
  end

  def self.included(base)
    base.extend(Requests)
  end

  module Requests
    def base_uri(uri = nil)
      uri ? @base_uri = uri : @base_uri
    end

    %w[get post put patch delete].each do |method|
      define_method(method) do |path, headers: {}, body: nil|
        uri = URI("#{base_uri}#{path}")
        request = Net::HTTP.const_get(method.capitalize).new(uri)
        headers.each { |name, value| request[name] = value }
        request.body = body if body
        answer = Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(request) }
        Response.new(answer.code.to_i, answer.body)
      end
    end
  end
end
