local M = {}
local LIMIT = 10
count = 0
function M.total(a) return a end
function M:add(b) end
local function helper() local function inner() end end
function top() end
M.shout = function(x) return x end
local anon = function() end
M.sub = { field = 1, method = function() end }
local a, b = 1, 2
return M
