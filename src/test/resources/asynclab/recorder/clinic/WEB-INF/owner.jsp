<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<html><body><h1>Owner ${owner}</h1>
<%= request.getDispatcherType() %> <%= request.getRequestURI() %> <%= request.getAttribute("javax.servlet.forward.request_uri") %>
<% for (int pet = 0; pet < 3; pet++) { %><p>pet <%= pet %></p>
<% } %></body></html>
