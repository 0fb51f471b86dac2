-- A pay URL of the Open API was stored with the Host header of the request that opened its order. Its path is enough:
-- what comes before it is put there when it is read.
update collect_order set pay_url = regexp_replace(pay_url, '^https?://[^/]+', '')
where pay_url ~ ('^https?://[^/]+/pay/' || order_no || '-[A-Za-z0-9_-]{22}$');
