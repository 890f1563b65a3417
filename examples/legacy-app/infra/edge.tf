terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.20"
    }
  }
}

variable "zone_id" {
  type = string
}

variable "office" {
  type    = list(string)
  default = ["198.51.100.0/24"]
}

resource "cloudflare_filter" "admin" {
  zone_id     = var.zone_id
  description = "admin pages from outside the office"
  expression  = "(http.request.uri.path contains \"/admin\" and not ip.src in {${join(" ", var.office)}})"
}

resource "cloudflare_firewall_rule" "admin" {
  zone_id     = var.zone_id
  description = "office only"
  filter_id   = cloudflare_filter.admin.id
  action      = "block"
}

resource "cloudflare_ruleset" "custom" {
  zone_id = var.zone_id
  name    = "default"
  kind    = "zone"
  phase   = "http_request_firewall_custom"

  rules {
    action      = "managed_challenge"
    description = "doubtful visitors at the checkout"
    expression  = "(cf.threat_score gt 14 and http.request.uri.path eq \"/checkout\")"
  }
}

resource "cloudflare_zone_settings_override" "shop" {
  zone_id = var.zone_id

  settings {
    ssl                 = "strict"
    min_tls_version     = "1.2"
    server_side_exclude = "on"

    minify {
      css  = "on"
      html = "off"
      js   = "on"
    }
  }
}

resource "cloudflare_load_balancer_pool" "shop" {
  account_id         = "example"
  name               = "shop"
  notification_email = "ops@example.com"

  origins {
    name    = "a"
    address = "192.0.2.10"
  }
}
