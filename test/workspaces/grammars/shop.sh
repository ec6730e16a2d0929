#!/bin/bash
LIMIT=10
readonly MAX=3
declare -r OTHER=4
export PATH_X=1
total() { local x=1; inner() { :; }; echo; }
function helper { :; }
function both() { :; }
alias ll='ls -l'
