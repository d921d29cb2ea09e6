#!/usr/bin/env bash
# A program that acts for itself: takes an access token, asks what it is worth, gives it back and asks again.
# Needs ISSUER (https://id.example.com/t/acme), CLIENT_ID and CLIENT_SECRET.
set -euo pipefail

token="$(curl -fsS "$ISSUER/oauth/v2/token" -u "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=client_credentials -d resource=https://orders.example | sed -E 's/.*"access_token":"([^"]+)".*/\1/')"
curl -fsS "$ISSUER/oauth/v2/introspect" -u "$CLIENT_ID:$CLIENT_SECRET" -d "token=$token"
echo
curl -fsS "$ISSUER/oauth/v2/revoke" -u "$CLIENT_ID:$CLIENT_SECRET" -d "token=$token"
curl -fsS "$ISSUER/oauth/v2/introspect" -u "$CLIENT_ID:$CLIENT_SECRET" -d "token=$token"
echo
