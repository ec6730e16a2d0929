{ pkgs ? import <nixpkgs> {}, lib, ... }:
let
  version = "1.0";
  helper = x: x + 1;
in
rec {
  name = "shop";
  total = a: b: a + b;
  meta = { description = "x"; license.spdx = "MIT"; };
  services.nginx.enable = true;
  inherit version;
}
