-- Reads of single documents at random. Arguments: the path of the database, how many documents orders/0… there are,
-- and the number of the random sequence: one run reads other documents than the run before it.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  path, documents = args[1], tonumber(args[2])
  math.randomseed(7919 * (number + 1) + (tonumber(args[3]) or 0))
end

function request()
  return wrk.format("GET", path .. "/docs?id=orders/" .. math.random(0, documents - 1))
end

function done(summary, latency)
  io.write(string.format(
    'JSON {"requests":%d,"seconds":%.6f,"p50":%.4f,"p99":%.4f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  ))
end
