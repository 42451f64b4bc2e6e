-- Single PUTs of new documents, one after the other on each connection. Arguments: the path of the database, a prefix.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  path, prefix = args[1], args[2]
  count = 0
  headers = { ["Content-Type"] = "application/json" }
end

function request()
  count = count + 1
  local id = prefix .. number .. "-" .. count
  local body = '{"Company":"companies/' .. (count % 977) .. '-A","Employee":"employees/' .. (count % 9)
    .. '-A","OrderedAt":"2030-01-02T03:04:05.0000000Z","Freight":' .. (count % 1000) / 10
    .. ',"ShipTo":{"Line1":"' .. count .. ' Harbour Road","City":"Lisbon","PostalCode":"10' .. (count % 900)
    .. '"},"Lines":[{"Product":"products/' .. (count % 77) .. '-A","Quantity":' .. (count % 50)
    .. ',"PricePerUnit":12.5},{"Product":"products/' .. (count * 7 % 77)
    .. '-A","Quantity":3,"PricePerUnit":7.25}],"@metadata":{"@collection":"Orders"}}'
  return wrk.format("PUT", path .. "/docs?id=" .. id, headers, body)
end

function done(summary, latency)
  io.write(string.format(
    'JSON {"requests":%d,"seconds":%.6f,"p50":%.4f,"p99":%.4f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  ))
end
