-- A line is found by the order that it proposes: that is the number its row shows as long as it is not matched.
create index bank_bill_candidate_no on bank_bill (candidate_no) where candidate_no is not null;
