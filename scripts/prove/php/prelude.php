<?php
// The parts of curl and Guzzle that the programs of cases use, over streams: the proof needs no extension and no package.

namespace {
    function proof_send(string $method, string $url, array $headers, ?string $body): array
    {
        $options = [
            'method' => $method,
            'header' => $headers,
            'proxy' => str_replace('http://', 'tcp://', (string) getenv('https_proxy')),
            'ignore_errors' => true,
            'timeout' => 30,
        ];
        if ($body !== null) {
            $options['content'] = $body;
        }
        $context = stream_context_create(['http' => $options, 'ssl' => ['cafile' => getenv('SSL_CERT_FILE')]]);
        $text = @file_get_contents($url, false, $context);
        preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0] ?? '', $status);

        return [(int) ($status[1] ?? 0), $text];
    }

    if (!function_exists('curl_init')) {
        foreach (['URL', 'RETURNTRANSFER', 'CUSTOMREQUEST', 'HTTPHEADER', 'POSTFIELDS', 'POST', 'TIMEOUT', 'SSL_VERIFYPEER'] as $index => $name) {
            define("CURLOPT_$name", $index + 1);
        }
        define('CURLINFO_HTTP_CODE', 1);
        define('CURLINFO_RESPONSE_CODE', 1);

        function curl_init(?string $url = null): stdClass
        {
            return (object) ['options' => [CURLOPT_URL => $url], 'status' => 0];
        }

        function curl_setopt(stdClass $handle, int $option, $value): bool
        {
            $handle->options[$option] = $value;

            return true;
        }

        function curl_setopt_array(stdClass $handle, array $options): bool
        {
            $handle->options = $options + $handle->options;

            return true;
        }

        function curl_exec(stdClass $handle)
        {
            $options = $handle->options;
            $body = $options[CURLOPT_POSTFIELDS] ?? null;
            $method = $options[CURLOPT_CUSTOMREQUEST] ?? (isset($options[CURLOPT_POST]) || $body !== null ? 'POST' : 'GET');
            [$handle->status, $text] = proof_send($method, $options[CURLOPT_URL], $options[CURLOPT_HTTPHEADER] ?? [], $body);
            if (empty($options[CURLOPT_RETURNTRANSFER])) {
                echo $text;

                return $text !== false;
            }

            return $text;
        }

        function curl_getinfo(stdClass $handle, int $option): int
        {
            return $handle->status;
        }

        function curl_errno(stdClass $handle): int
        {
            return $handle->status === 0 ? 7 : 0;
        }

        function curl_error(stdClass $handle): string
        {
            return $handle->status === 0 ? 'no connection' : '';
        }

        function curl_close(stdClass $handle): void
        {
        }
    }
}

namespace GuzzleHttp\Exception {
    class ClientException extends \RuntimeException
    {
    }
}

namespace GuzzleHttp {
    class Response
    {
        public function __construct(private int $status, private string $text)
        {
        }

        public function getStatusCode(): int
        {
            return $this->status;
        }

        public function getBody(): self
        {
            return $this;
        }

        public function getContents(): string
        {
            return $this->text;
        }

        public function __toString(): string
        {
            return $this->text;
        }
    }

    class Client
    {
        public function __construct(private array $config = [])
        {
        }

        public function request(string $method, string $uri, array $options = []): Response
        {
            $options += $this->config;
            $headers = ($options['headers'] ?? []) + ($this->config['headers'] ?? []);
            $body = isset($options['json']) ? json_encode($options['json']) : ($options['body'] ?? null);
            if (isset($options['json'])) {
                $headers['Content-Type'] = 'application/json';
            }
            $lines = array_map(fn ($name) => "$name: $headers[$name]", array_keys($headers));
            $url = preg_match('~^https?://~', $uri) ? $uri : ($this->config['base_uri'] ?? '') . $uri;
            [$status, $text] = \proof_send($method, $url, $lines, $body);
            if ($status >= 400 && ($options['http_errors'] ?? true)) {
                throw new Exception\ClientException("$method $url resulted in $status");
            }

            return new Response($status, (string) $text);
        }

        public function __call(string $method, array $arguments): Response
        {
            return $this->request(strtoupper($method), ...$arguments);
        }
    }
}
