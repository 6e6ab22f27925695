/** A self-signed certificate for `localhost` and its key, for servers in tests only. */
export const localhostTls = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUOqCwPbUtq9w19Z76kZEsvn0o5PYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAxMTQ0NFoYDzIxMjYxMDI5
MDExNDQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS04aCmsVewdir7OzcwrJY5ukkOw+RxaLfZcEfqnV4Yyb+0b9u8qkyD
EpajqXgVlHKW+eQ0ofCW9cb3gSkyIugPo2kwZzAdBgNVHQ4EFgQUaXx8YrRCOtgH
rPystABoHX0aHyowHwYDVR0jBBgwFoAUaXx8YrRCOtgHrPystABoHX0aHyowDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgTlAsaE03xZfyNXLJ2xQb73B1ZKeZ8H1cB7pkMCJcU1ACIQDm+hlNDPm9
gDwiVhqpsi6OW6ISYwhqFn4KjwAX8gcTaw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQga1SlZoZnYu1duVdR
hsPbmetGCtpOVKGFwsnUg8z0ksuhRANCAAS04aCmsVewdir7OzcwrJY5ukkOw+Rx
aLfZcEfqnV4Yyb+0b9u8qkyDEpajqXgVlHKW+eQ0ofCW9cb3gSkyIugP
-----END PRIVATE KEY-----
`,
};
