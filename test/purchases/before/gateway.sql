CREATE TABLE ship_schema (version BIGINT NOT NULL PRIMARY KEY);
INSERT INTO ship_schema VALUES(1);
INSERT INTO ship_schema VALUES(2);
INSERT INTO ship_schema VALUES(3);
INSERT INTO ship_schema VALUES(4);
INSERT INTO ship_schema VALUES(5);
INSERT INTO ship_schema VALUES(6);
CREATE TABLE ship_ledger (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      reference TEXT NOT NULL,
      state TEXT NOT NULL,
      version BIGINT NOT NULL,
      fingerprint TEXT NOT NULL,
      permit TEXT NOT NULL,
      body TEXT,
      terms TEXT,
      answer TEXT,
      order_id TEXT,
      attempts BIGINT NOT NULL,
      lease BIGINT NOT NULL,
      created BIGINT NOT NULL,
      changed BIGINT NOT NULL, news TEXT NOT NULL DEFAULT '', news_tries BIGINT NOT NULL DEFAULT 0, news_due BIGINT NOT NULL DEFAULT 0, parcel TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (account, kind, reference)
    );
INSERT INTO ship_ledger VALUES('shop','order','INV-1','placed',3335251307,'8cJEbtOd9f03DrdeejYeRy9_SZXjVQKqblBbYj5nIEk','-Ar25kAi05CQGyQ6HS28fbqPgRG9hE0eJ9wU6sFIETA',NULL,'{"price_max":11000,"subtotal":150000,"offered":11000,"service":{"courier_name":"JNE","courier_service_name":"Reguler","shipment_duration_range":"2 - 3","shipment_duration_unit":"days"}}','{"status":200,"body":{"success":true,"object":"order","id":"ad66c8965269e303a1be4ef0","status":"confirmed","reference_id":"INV-1","price":11000,"courier":{"company":"jne","type":"reg","waybill_id":"WYB-9047090237505","tracking_id":"Bh5CAIBTezpcLHCXwAHkqymO","routing_code":null,"link":"https://tracking.sandbox.invalid/Bh5CAIBTezpcLHCXwAHkqymO","insurance":{"amount":0,"fee":0}}},"charged":11000}','ad66c8965269e303a1be4ef0',1,1795658430000,1795658400000,1795658400000,'',0,0,'');
INSERT INTO ship_ledger VALUES('shop','order','INV-2','unknown',2388515119,'Q052EF5rYa4SIfAS0N8GpDdAzTElbE0zPBefTmVIFXE','Y37WkO9HmznwX9EArzO3Lw6lW4cEJc0p6bEj9PK9Pyg','{"courier_company":"jne","courier_type":"reg","delivery_type":"now","destination_address":"Jalan Braga 99, Sumur Bandung","destination_contact_name":"Ratna Wulandari","destination_contact_phone":"081298765432","destination_postal_code":40111,"items":[{"name":"Enamel mug","quantity":2,"value":75000,"weight":400}],"origin_address":"Jalan Fatmawati 10, Cilandak","origin_collection_method":"pickup","origin_contact_name":"Toko Kopi Senja","origin_contact_phone":"+622155512345","origin_postal_code":12440,"reference_id":"INV-2"}','{"price_max":11000,"subtotal":150000,"offered":11000,"service":{"courier_name":"JNE","courier_service_name":"Reguler","shipment_duration_range":"2 - 3","shipment_duration_unit":"days"}}',NULL,NULL,1,1795658400000,1795658400000,1795658400000,'',0,0,'');
CREATE TABLE ship_cache (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, until BIGINT NOT NULL);
CREATE TABLE ship_counts (
      name TEXT NOT NULL,
      slot BIGINT NOT NULL,
      until BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (name, slot)
    );
CREATE TABLE ship_webhooks (
      account TEXT NOT NULL,
      id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      webhook TEXT NOT NULL,
      received BIGINT NOT NULL,
      PRIMARY KEY (account, id)
    );
CREATE INDEX ship_ledger_open ON ship_ledger (account, lease)
      WHERE state IN ('claimed', 'sending', 'unknown', 'cancelling');
CREATE INDEX ship_ledger_state ON ship_ledger (account, state, created);
CREATE INDEX ship_ledger_created ON ship_ledger (account, created);
CREATE INDEX ship_cache_until ON ship_cache (until);
CREATE INDEX ship_counts_until ON ship_counts (until);
CREATE INDEX ship_ledger_news ON ship_ledger (account, news_due) WHERE news <> '';
CREATE INDEX ship_ledger_order ON ship_ledger (account, order_id);
CREATE INDEX ship_webhooks_received ON ship_webhooks (received);
