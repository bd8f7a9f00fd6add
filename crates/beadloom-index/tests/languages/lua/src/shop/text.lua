-- How things are written.

local function label(thing)
  return tostring(thing)
end

local function hidden()
  return label("hidden")
end

return {
  label = label,
  shout = function(text)
    return string.upper(text)
  end,
}
