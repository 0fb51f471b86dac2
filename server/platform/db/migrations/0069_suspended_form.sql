-- Whether a payment went into the confirmation of an order that it waited for is asked by its reference.
create index suspended_reference_form on suspended_reference (reference_form(reference));
