# The part of Faraday that the programs of cases use, over Net::HTTP: the proof needs no package of Ruby.
require 'json'
require 'net/http'

module Faraday
  class Error < StandardError; end

  class Response
    attr_reader :status, :body

    def initialize(status, body)
      @status = status
      @body = body
    end

    def success?
      status < 400
    end
  end

  # What a block may say of its request.
  Request = Struct.new(:body, :params, :headers)

  class Connection
    attr_reader :headers

    def initialize(url, headers)
      @url = url.chomp('/')
      @headers = headers
      @parts = []
    end

    def request(name, *)
      @parts << [:request, name]
    end

    def response(name, *)
      @parts << [:response, name]
    end

    def adapter(*); end

    %w[get post put patch delete].each do |method|
      define_method(method) do |path, body = nil, headers = nil, &block|
        said = Request.new(body, {}, headers || {})
        block&.call(said)
        query = said.params.empty? ? '' : "?#{URI.encode_www_form(said.params)}"
        send_to(method, "#{path}#{query}", said.body, said.headers)
      end
    end

    private

    def send_to(method, path, body, headers)
      uri = URI(path.start_with?('https://') ? path : "#{@url}/#{path.delete_prefix('/')}")
      request = Net::HTTP.const_get(method.capitalize).new(uri)
      @headers.merge(headers).each { |name, value| request[name] = value }
      if body
        request['Content-Type'] ||= 'application/json'
        request.body = body.is_a?(String) ? body : JSON.generate(body)
      end
      answer = Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(request) }
      status = answer.code.to_i
      raise Error, "the server responded with status #{status}" if status >= 400 && @parts.include?(%i[response raise_error])

      Response.new(status, @parts.include?(%i[response json]) ? JSON.parse(answer.body) : answer.body)
    end
  end

  def self.new(url = nil, **options)
    connection = Connection.new(url.is_a?(String) ? url : options[:url], options[:headers] || {})
    yield connection if block_given?
    connection
  end
end
